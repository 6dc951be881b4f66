import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { readProblem } from "../../api/index.ts";

/** Shows what was wrong with a form at the fields that are to blame, or, where none is, for the form as a whole. */
export function showRefusal<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
  fields: readonly FieldPath<Values>[],
): void {
  const { detail, fieldErrors } = readProblem(error);
  const named = fields.filter((field) => fieldErrors[field] !== undefined);
  for (const field of named) form.setError(field, { message: fieldErrors[field] ?? "" }, { shouldFocus: true });
  if (named.length === 0) form.setError("root", { message: detail });
}
