import { getContainer } from "../../../../server/container-registry.ts";
import { handleTrpc } from "../../../../server/trpc/handle-trpc.ts";

const handle = (request: Request): Promise<Response> => handleTrpc(getContainer(), request);

export { handle as GET, handle as POST };
