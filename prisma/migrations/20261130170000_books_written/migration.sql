-- The latest batch of lane books that a web process wrote: one whose answer was lost is sent again under its number and counted once.
ALTER TABLE "web_processes" ADD COLUMN     "books_written" BIGINT NOT NULL DEFAULT 0;
