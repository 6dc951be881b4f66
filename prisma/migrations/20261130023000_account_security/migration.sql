-- An address belongs to whoever proved to read its mail. Who has not yet is there beside the owner, so that signing up tells nobody whether an
-- address has an account.
ALTER TABLE "users" ADD COLUMN "email_verified_at" TIMESTAMPTZ(3);
UPDATE "users" SET "email_verified_at" = "created_at";
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;
DROP INDEX "users_email_key";
CREATE UNIQUE INDEX "users_email_owner" ON "users"("email") WHERE "email_verified_at" IS NOT NULL;
CREATE INDEX "users_email_claims" ON "users"("email", "id") WHERE "email_verified_at" IS NULL;

-- Second factor: the secret sealed under a numbered key, and the newest time step that was used, so that no code counts twice
ALTER TABLE "users" ADD COLUMN "totp_sealed" BYTEA;
ALTER TABLE "users" ADD COLUMN "totp_key_number" INTEGER;
ALTER TABLE "users" ADD COLUMN "totp_enabled_at" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD COLUMN "totp_last_step" BIGINT;

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","hash")
);

-- CreateTable
CREATE TABLE "account_tokens" (
    "hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "linked_identities" (
    "provider" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "linked_identities_pkey" PRIMARY KEY ("provider","subject")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_tokens_user_id_idx" ON "account_tokens"("user_id");

-- CreateIndex
CREATE INDEX "linked_identities_user_id_idx" ON "linked_identities"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_open" ON "invitations"("tenant_id", "email") WHERE "accepted_at" IS NULL AND "revoked_at" IS NULL;

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "linked_identities" ADD CONSTRAINT "linked_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A workspace that is to be deleted: when, and which of its endpoints were paused for it and go on if it stays
ALTER TABLE "tenants" ADD COLUMN "delete_at" TIMESTAMPTZ(3);
ALTER TABLE "tenants" ADD COLUMN "paused_for_deletion" UUID[] NOT NULL DEFAULT '{}';
CREATE INDEX "tenants_to_delete" ON "tenants"("delete_at") WHERE "delete_at" IS NOT NULL AND "deleted_at" IS NULL;

-- Values that application code relies on
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_kind_check" CHECK ("kind" IN ('confirm_email', 'reset_password', 'change_email'));
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_check" CHECK ("role" IN ('owner', 'admin', 'developer', 'viewer'));
