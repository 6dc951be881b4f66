-- When the person of a session last proved who they are: at its sign-in, or later when they were asked again
ALTER TABLE "sessions" ADD COLUMN "authenticated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "sessions" SET "authenticated_at" = "created_at";
