import { type Role, roles } from "@hooklane/contracts";
import type { ComponentProps } from "react";
import { Select } from "../../../ui/select.tsx";

interface RoleSelectProps extends Omit<ComponentProps<"select">, "value" | "onChange"> {
  value: Role;
  mayMakeOwners: boolean;
  onChange: (role: Role) => void;
}

/** One of the roles that may be given. */
export function RoleSelect({ value, mayMakeOwners, onChange, ...props }: RoleSelectProps) {
  return (
    <Select className="min-w-28 max-w-36" value={value} onChange={(event) => onChange(event.target.value as Role)} {...props}>
      {roles
        .filter((role) => mayMakeOwners || role !== "owner")
        .map((role) => (
          <option key={role} value={role}>
            {role.slice(0, 1).toUpperCase() + role.slice(1)}
          </option>
        ))}
    </Select>
  );
}
