-- CreateTable
CREATE TABLE "inboxes" (
    "tenant_id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inboxes_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "inbox_requests" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "headers" BYTEA NOT NULL,
    "body" BYTEA NOT NULL,
    "body_bytes" INTEGER NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "inbox_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "inboxes_token_key" ON "inboxes"("token");

-- CreateIndex
CREATE INDEX "inbox_requests_tenant_id_id_idx" ON "inbox_requests"("tenant_id", "id");

-- AddForeignKey
ALTER TABLE "inboxes" ADD CONSTRAINT "inboxes_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inbox_requests" ADD CONSTRAINT "inbox_requests_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "inboxes"("tenant_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Values that application code relies on
ALTER TABLE "inbox_requests" ADD CONSTRAINT "inbox_requests_signature_check" CHECK ("signature" IN ('verified', 'wrong', 'missing', 'no_endpoint'));
