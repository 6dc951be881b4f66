"use client";

import type { DeliveryDetailView } from "@hooklane/contracts";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { type SignatureCheck, verifyInBrowser } from "../lib/verify-in-browser.ts";

/** Checks the signature of an attempt with a pasted secret, and a body that can be replaced by what was received. */
export function VerifySignature({ delivery }: { delivery: DeliveryDetailView }) {
  const attempts = delivery.attempts.filter(({ request }) => headerOf(request.headers, "webhook-signature") !== "");
  const [number, setNumber] = useState(attempts.at(-1)?.number ?? 0);
  const [secret, setSecret] = useState("");
  const [body, setBody] = useState(delivery.request?.body ?? "");
  const [check, setCheck] = useState<SignatureCheck>();
  const attempt = attempts.find((each) => each.number === number);
  if (!attempt || !delivery.request) return null;
  const { headers } = attempt.request;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const request = {
      id: headerOf(headers, "webhook-id"),
      timestamp: headerOf(headers, "webhook-timestamp"),
      signature: headerOf(headers, "webhook-signature"),
      body,
    };
    setCheck(await verifyInBrowser(request, secret, globalThis.crypto?.subtle));
  };
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    setCheck(undefined);
  };
  return (
    <Card title="Verify the signature" description="In this browser: the secret is sent nowhere.">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <Field label="Signing secret">
            {(control) => (
              <Input
                {...control}
                type="password"
                className="font-mono text-sm"
                placeholder="whsec_…"
                autoComplete="off"
                spellCheck={false}
                value={secret}
                onChange={(event) => change(setSecret)(event.target.value)}
              />
            )}
          </Field>
          <Field label="Attempt">
            {(control) => (
              <Select {...control} value={number} onChange={(event) => change((text) => setNumber(Number(text)))(event.target.value)}>
                {attempts.map((each) => (
                  <option key={each.number} value={each.number}>
                    Attempt {each.number}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Field label="Body as you received it" hint="Exactly, byte by byte: a body that was parsed and written anew has another signature.">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              className="font-mono text-xs leading-5"
              spellCheck={false}
              value={body}
              onChange={(event) => change(setBody)(event.target.value)}
            />
          )}
        </Field>
        <div aria-live="polite">{check && <CheckNotice check={check} />}</div>
        <div>
          <Button type="submit" disabled={secret === ""}>
            Verify
          </Button>
        </div>
      </form>
    </Card>
  );
}

function CheckNotice({ check }: { check: SignatureCheck }) {
  switch (check.kind) {
    case "matches":
      return (
        <Notice tone="good" title="The signature matches">
          {check.of > 1 && `It is number ${check.position} of ${check.of}: two secrets were active.`}
        </Notice>
      );
    case "differs":
      return (
        <Notice tone="bad" title="The signature does not match">
          The secret is another one, or the body was changed on its way.
        </Notice>
      );
    case "unusable":
      return <Notice tone="wait" title={check.why} />;
  }
}

const headerOf = (headers: readonly (readonly [string, string])[], name: string): string =>
  headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? "";
