-- The search indexes are purged of erased profiles in steps that fit D1's 30 seconds a statement: rewriting one at once takes two with 100,000
-- profiles. An empty table: no cost.
CREATE TABLE `search_purges` (
	`index` text PRIMARY KEY NOT NULL,
	`asked` integer NOT NULL,
	`begun` integer,
	CONSTRAINT "search_purges_index" CHECK("search_purges"."index" IN ('search_newest', 'search_price'))
);
