import { encode } from "uqr";
import { qrPath } from "../lib/qr-path.ts";

/** A text as a QR code: dark on light in both themes, as cameras want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-44 shrink-0 rounded-md bg-white">
      <path d={qrPath(data)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
