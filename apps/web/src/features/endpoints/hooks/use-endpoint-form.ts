"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { useForm } from "react-hook-form";
import { readProblem } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { type EndpointForm, endpointForm, fieldOf } from "../lib/endpoint-form.ts";

/** Who types on is not interrupted. */
const ERROR_DELAY_MS = 500;

/** The form of an endpoint: judged while it is typed, and by the server when it is sent. */
export function useEndpointForm(defaultValues: EndpointForm) {
  const { me } = useSession();
  const resolver = useMemo(() => zodResolver(endpointForm(me.allow_http)), [me.allow_http]);
  // Judged while it is typed, not when the focus leaves: an error that appears then would move the button that is just being pressed.
  const form = useForm<EndpointForm>({ resolver, mode: "onChange", delayError: ERROR_DELAY_MS, defaultValues });
  return {
    ...form,
    /** Shows what the server refused, at the fields that are to blame. */
    showRefusal: (error: unknown) => {
      const { detail, fieldErrors } = readProblem(error);
      let shown = false;
      for (const [path, message] of Object.entries(fieldErrors)) {
        const field = fieldOf(path);
        if (!field) continue;
        form.setError(field, { message }, { shouldFocus: !shown });
        shown = true;
      }
      if (!shown) form.setError("root", { message: detail });
    },
  };
}
