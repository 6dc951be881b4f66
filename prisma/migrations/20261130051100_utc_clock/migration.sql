-- AlterTable
ALTER TABLE "users" ADD COLUMN "utc_clock" BOOLEAN NOT NULL DEFAULT false;
