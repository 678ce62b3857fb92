/** `profile_months.views` of a month without a view: SQL, and JSON. */
export const emptyMonth = `'[${Array(31).fill(0)}]'`

/** The days with views of `profile_months`, a row each. */
export const profileDays = `CREATE VIEW profile_days AS
SELECT m.profile_id, m.month, m.month || printf('-%02d', v.key + 1) AS day, v.value AS views
FROM profile_months AS m, json_each(m.views) AS v WHERE v.value > 0`
