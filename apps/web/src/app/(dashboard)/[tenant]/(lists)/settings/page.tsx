import type { Metadata } from "next";
import { WorkspaceSettings } from "../../../../../features/workspace/index.ts";

export const metadata: Metadata = { title: "Settings" };

export default function SettingsPage() {
  return <WorkspaceSettings />;
}
