import type { Metadata } from "next";
import { ProblemCatalogue } from "../../../features/api-reference/index.ts";

export const metadata: Metadata = { title: "Problems" };

export default function ProblemsPage() {
  return <ProblemCatalogue />;
}
