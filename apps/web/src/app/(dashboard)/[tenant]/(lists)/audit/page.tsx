import type { Metadata } from "next";
import { AuditLog } from "../../../../../features/audit/index.ts";

export const metadata: Metadata = { title: "Audit log" };

export default function AuditPage() {
  return <AuditLog />;
}
