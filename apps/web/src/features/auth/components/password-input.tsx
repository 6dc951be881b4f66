"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Input } from "../../../ui/input.tsx";

/** A password that can be looked at while it is typed. */
export function PasswordInput(props: ComponentProps<"input">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...props} type={shown ? "text" : "password"} className="pr-10" spellCheck={false} autoCapitalize="none" />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label={shown ? "Hide the password" : "Show the password"}
        className="absolute top-0.5 right-0.5"
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
