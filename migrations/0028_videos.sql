-- Uploads of videos: two new tables, empty.
CREATE TABLE `video_parts` (
	`media_id` text NOT NULL,
	`number` integer NOT NULL,
	`etag` text NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`media_id`, `number`),
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `videos` (
	`media_id` text PRIMARY KEY NOT NULL,
	`upload_id` text NOT NULL,
	`type` text,
	`frame_width` integer,
	`frame_height` integer,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "videos_type" CHECK("videos"."type" IN ('mp4', 'webm'))
);
