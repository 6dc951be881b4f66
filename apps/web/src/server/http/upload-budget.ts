import { type Refusal, refuse, unavailable } from "../result.ts";

export interface UploadLimits {
  /** Bytes of bodies that this process holds or waits for. */
  bytes: number;
  bytesOfTenant: number;
}

export const defaultUploadLimits: UploadLimits = { bytes: 128 * 1_024 * 1_024, bytesOfTenant: 32 * 1_024 * 1_024 };

/** Bounds what requests hold in memory together: a body counts from before its first byte is read until its request is answered. */
export class UploadBudget {
  readonly #limits: UploadLimits;
  readonly #ofTenant = new Map<string, number>();
  #bytes = 0;

  constructor(limits: UploadLimits = defaultUploadLimits) {
    this.#limits = limits;
  }

  /** @returns what gives the bytes back, or why there is no room for them now */
  take(tenantId: string, bytes: number): (() => void) | Refusal {
    const ofTenant = this.#ofTenant.get(tenantId) ?? 0;
    if (ofTenant + bytes > this.#limits.bytesOfTenant) {
      return { ...refuse("too_much_under_way", "The requests of this workspace hold too many bytes at once."), retryAfterSeconds: 1 };
    }
    if (this.#bytes + bytes > this.#limits.bytes) return unavailable("Too many requests are being read.");
    this.#add(tenantId, bytes);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(tenantId, -bytes);
      isHeld = false;
    };
  }

  #add(tenantId: string, bytes: number): void {
    this.#bytes += bytes;
    const ofTenant = (this.#ofTenant.get(tenantId) ?? 0) + bytes;
    if (ofTenant === 0) this.#ofTenant.delete(tenantId);
    else this.#ofTenant.set(tenantId, ofTenant);
  }
}
