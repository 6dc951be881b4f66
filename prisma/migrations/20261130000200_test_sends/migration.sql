-- A disabled subscription still gets test sends: claims find them here, and not among everything it has pending
CREATE INDEX "deliveries_test" ON "deliveries"("subscription_id", "next_attempt_at") WHERE "state" = 'pending' AND "test";
