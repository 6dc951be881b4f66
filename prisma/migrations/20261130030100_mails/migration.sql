-- Mail on its way: queued in the transaction of its cause, sent by a job of the same transaction. Without a mail server it stays here, for staff to read.
-- The text of a mail that was sent is dropped: it may hold a link that signs in.
CREATE TABLE "mails" (
    "id" UUID NOT NULL,
    "tenant_id" UUID,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT,
    "html" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mails_headers" CHECK ("recipient" !~ '[[:cntrl:][:space:],<>]' AND "subject" !~ '[[:cntrl:]]')
);
