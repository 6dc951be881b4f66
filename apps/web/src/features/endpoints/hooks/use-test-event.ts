"use client";

import { useMutation } from "@tanstack/react-query";
import { useApi } from "../../api/index.ts";

/** Sends test events to an endpoint; the delivery of the last one stays known until it is reset. */
export const useTestEvent = () => useMutation(useApi().tests.send.mutationOptions());
