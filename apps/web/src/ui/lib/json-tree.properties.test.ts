import fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonNode, readJsonTree } from "./json-tree.ts";

const limits = { maxNodes: 20, maxDepth: 3, maxTextCharacters: 10 };
const count = (node: JsonNode): number => 1 + node.children.reduce((sum, child) => sum + count(child), 0);
const depth = (node: JsonNode): number => 1 + Math.max(0, ...node.children.map(depth));
const everyNode = (node: JsonNode): JsonNode[] => [node, ...node.children.flatMap(everyNode)];

test("no JSON value, however large or deep, gives more nodes, levels or characters than the limits", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (json) => {
      const tree = readJsonTree(json, limits);
      if (!tree.ok) throw new Error("a JSON text was not read");
      expect(count(tree.root)).toBeLessThanOrEqual(limits.maxNodes);
      expect(depth(tree.root)).toBeLessThanOrEqual(limits.maxDepth + 1);
      for (const node of everyNode(tree.root)) {
        expect(node.text.length).toBeLessThanOrEqual(limits.maxTextCharacters + 1);
        expect(node.children.length + node.cutMembers).toBe(node.size);
      }
    }),
  );
});

test("within the limits nothing is cut", () => {
  const tree = readJsonTree('{"a":[1,true,null],"b":"x"}');
  if (!tree.ok) throw new Error("not read");
  expect(everyNode(tree.root).map((node) => [node.key, node.text])).toEqual([
    [null, ""],
    ["a", ""],
    ["0", "1"],
    ["1", "true"],
    ["2", "null"],
    ["b", '"x"'],
  ]);
  expect(everyNode(tree.root).every((node) => node.cutMembers === 0 && node.cutCharacters === 0)).toBe(true);
});

test("what is not JSON is not shown as a tree", () => {
  for (const text of ["", "<svg onload=alert(1)>", "{", "NaN"]) expect(readJsonTree(text)).toEqual({ ok: false });
});

test("an answer of nothing but brackets is bounded too", () => {
  const tree = readJsonTree("[".repeat(8_000) + "]".repeat(8_000), limits);
  if (!tree.ok) throw new Error("not read");
  expect(depth(tree.root)).toBe(limits.maxDepth + 1);
});
