"use client";

import { type MeView, mayDo, type Right } from "@hooklane/contracts";
import { createContext, type ReactNode, useContext, useMemo } from "react";

export interface Session {
  me: MeView;
  /** The workspace whose page this is. */
  tenant: MeView["tenants"][number];
  /** What to offer; the server judges every call. */
  may: (right: Right) => boolean;
}

const Context = createContext<Session | undefined>(undefined);

/** @param tenantId one of the person's own */
export function SessionProvider({ me, tenantId, children }: { me: MeView; tenantId: string; children: ReactNode }) {
  const session = useMemo(() => {
    const tenant = me.tenants.find(({ id }) => id === tenantId);
    const may = (right: Right) => (me.visit ? me.visit.rights.includes(right) : tenant !== undefined && mayDo(tenant.role, right));
    return tenant && { me, tenant, may };
  }, [me, tenantId]);
  return <Context value={session}>{children}</Context>;
}

/** Who looks at this page, and in which workspace. @throws Error outside a workspace's pages */
export function useSession(): Session {
  const session = useContext(Context);
  if (!session) throw new Error("There is no session outside a workspace's pages.");
  return session;
}
