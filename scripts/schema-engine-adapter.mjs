// @prisma/adapter-pg serves queries. The schema engine asks more of it, and four things (as of 7.10) have to be put right here.
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";

const OID_CHAR = 18;
const OID_TEXT = 25;

/** What the engine connects through. `url` may be undefined: commands like `validate` never connect. */
export function adapterFactory(url = "postgresql://unset@127.0.0.1:1/unset") {
  const schema = new URL(url).searchParams.get("schema");
  // One connection a pool: the engine's advisory lock belongs to a session, so its statements have to use the same one.
  const connectTo = async (connectionString) =>
    correct(await new PrismaPg({ connectionString, max: 1 }, schema ? { schema } : undefined).connect());

  const factory = new PrismaPg(url);
  factory.connect = () => connectTo(url);
  factory.connectToShadowDb = () => shadowDatabase(connectTo, url);
  return bindMigrationAwareSqlAdapterFactory(factory);
}

/**
 * The adapter's own shadow database is the main one when a connection string was given (node-postgres lets that win over
 * the database's name), and it is dropped while the adapter still holds a connection to it.
 */
async function shadowDatabase(connectTo, url) {
  const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
  const main = await connectTo(url);
  await main.executeScript(`CREATE DATABASE "${name}"`);
  const shadow = await connectTo(Object.assign(new URL(url), { pathname: `/${name}` }).href);
  const disconnect = shadow.dispose.bind(shadow);
  shadow.dispose = async () => {
    await disconnect();
    await main.executeScript(`DROP DATABASE "${name}" WITH (FORCE)`);
    await main.dispose();
  };
  return shadow;
}

function correct(adapter) {
  sendScriptsWhole(adapter);
  knowCharType(adapter);
  return adapter;
}

/** The adapter cuts scripts at every semicolon, also inside function bodies. PostgreSQL takes a script in one message. */
function sendScriptsWhole(adapter) {
  adapter.executeScript = async (script) => {
    try {
      await adapter.client.query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
}

/**
 * The catalogs use the type "char" (one byte), which the adapter refuses. It is read as text, and handed to the engine as a
 * character; the empty string stands for the zero byte.
 */
function knowCharType(adapter) {
  const performIO = adapter.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  const charColumns = new WeakMap(); // by query
  adapter.performIO = async (query) => {
    const result = await performIO(query);
    const columns = [...result.fields.keys()].filter((i) => result.fields[i].dataTypeID === OID_CHAR);
    for (const i of columns) result.fields[i].dataTypeID = OID_TEXT;
    charColumns.set(query, columns);
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const i of charColumns.get(query) ?? []) {
      result.columnTypes[i] = ColumnTypeEnum.Character;
      for (const row of result.rows) if (row[i] === "") row[i] = "\0";
    }
    return result;
  };
}
