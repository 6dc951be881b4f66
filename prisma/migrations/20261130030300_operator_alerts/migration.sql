-- Alerts for the operator that live in a worker's memory, kept here while it holds them: staff see them without its metrics
CREATE TABLE "operator_alerts" (
    "alert" TEXT NOT NULL,
    "worker_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "operator_alerts_pkey" PRIMARY KEY ("alert","worker_id")
);
