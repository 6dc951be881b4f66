import { handleAuth } from "../../../../server/auth/handle-auth.ts";
import { getContainer } from "../../../../server/container-registry.ts";

const handle = (request: Request): Promise<Response> => handleAuth(getContainer(), request);

export { handle as GET, handle as POST };
