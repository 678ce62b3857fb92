/** Prefix of a captcha value that is a mailed code instead of the widget's token. */
export const mailedCodePrefix = "mail:"
