"use client";

import { type CreatedKey, createKeySchema, type Scope, scopes } from "@hooklane/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, FieldError } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { readProblem, useApi } from "../../api/index.ts";
import { useSession } from "../../session/index.ts";
import { postEventCurl } from "../lib/post-event-curl.ts";
import { scopeText } from "../lib/scope-text.ts";

/** Makes an API key and shows it, once. */
export function CreateKey() {
  const [open, setOpen] = useState(false);
  const [created, setCreated] = useState<CreatedKey>();
  return (
    <Dialog
      title={created ? "Copy the key now" : "New API key"}
      description={created ? "It is kept as a hash only, so it cannot be shown again." : "For a program of yours that calls the API."}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setCreated(undefined);
      }}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden /> New API key
        </Button>
      }
    >
      {created ? (
        <ShownKey created={created} onDone={() => setOpen(false)} />
      ) : (
        <KeyForm onCreated={setCreated} onCancel={() => setOpen(false)} />
      )}
    </Dialog>
  );
}

function ShownKey({ created, onDone }: { created: CreatedKey; onDone: () => void }) {
  const { me } = useSession();
  return (
    <div className="flex flex-col gap-4">
      <CodeBlock code={created.key} what="API key" wrap />
      {created.scopes.includes("events:write") && (
        <div>
          <p className="mb-1.5 font-medium text-sm">Post an event with it</p>
          <CodeBlock code={postEventCurl(me.public_url, created.key)} what="command that posts an event" />
        </div>
      )}
      <div className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      </div>
    </div>
  );
}

function KeyForm({ onCreated, onCancel }: { onCreated: (key: CreatedKey) => void; onCancel: () => void }) {
  const { tenant } = useSession();
  const api = useApi();
  const cache = useQueryClient();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly Scope[]>(["events:write"]);
  const [asked, setAsked] = useState(false);
  const create = useMutation(
    api.keys.create.mutationOptions({
      onSuccess: async (key) => {
        onCreated(key);
        await cache.invalidateQueries(api.keys.pathFilter());
      },
    }),
  );
  const parsed = createKeySchema.safeParse({ name, scopes: chosen });
  const fault = (member: string) => (asked ? parsed.error?.issues.find(({ path }) => path[0] === member)?.message : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (parsed.success) create.mutate({ tenantId: tenant.id, ...parsed.data });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {create.error && <Notice tone="bad" title={readProblem(create.error).detail} />}
      <Field label="Name" hint="What uses it, like “shop backend”." error={fault("name")}>
        {(control) => <Input {...control} autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-2 font-medium text-sm">What it may do</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={<code className="font-mono text-xs">{scope}</code>}
            hint={scopeText[scope]}
            checked={chosen.includes(scope)}
            onChange={(event) => setChosen(event.target.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))}
          />
        ))}
        <FieldError error={fault("scopes")} />
      </fieldset>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create key
        </Button>
      </div>
    </form>
  );
}
