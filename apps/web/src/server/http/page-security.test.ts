import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { securePage } from "./page-security.ts";

function secured(publicUrl: string) {
  const request = new IncomingMessage(new Socket());
  request.headers["x-request-id"] = "forged";
  const response = new ServerResponse(request);
  securePage({ publicUrl, dev: false }, request, response);
  return { request, response, policy: String(response.getHeader("content-security-policy")) };
}

test("B1: scripts run by the request's own nonce alone, and nothing frames a page", () => {
  const [first, second] = [secured("http://127.0.0.1:3000"), secured("http://127.0.0.1:3000")];
  const scripts = first.policy.split("; ").find((rule) => rule.startsWith("script-src"));
  expect(scripts).toMatch(/^script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic'$/);
  expect(first.policy).toContain("frame-ancestors 'none'");
  expect(first.policy).not.toContain("unsafe");
  expect(first.policy).not.toBe(second.policy);
  expect(first.request.headers["content-security-policy"]).toBe(first.policy); // where the renderer finds the nonce
  expect(first.response.getHeader("x-content-type-options")).toBe("nosniff");
});

test("the request's id is ours, whatever the client sent", () => {
  const { request, response } = secured("http://127.0.0.1:3000");
  expect(request.headers["x-request-id"]).toMatch(/^req_/);
  expect(response.getHeader("x-request-id")).toBe(request.headers["x-request-id"]);
});

test("https is insisted on only where pages are opened by https", () => {
  expect(secured("https://hooks.example").response.getHeader("strict-transport-security")).toMatch(/max-age=\d+/);
  expect(secured("http://127.0.0.1:3000").response.hasHeader("strict-transport-security")).toBe(false);
});
