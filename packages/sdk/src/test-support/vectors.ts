/** Published and measured signatures (Standard Webhooks), which every verifier here has to agree with. */
export const secretA = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
export const secretB = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export interface Vector {
  readonly secret: string;
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
  readonly signature: string;
}

const ours = { secret: secretA, id: "msg_test1", timestamp: 1_700_000_000 };

export const vectors: readonly Vector[] = [
  { ...ours, body: "{}", signature: "v1,pJE9hdOrQ1XnCat7UmR+Z2jJ7N/9fXN2IO55CQfREbk=" },
  { ...ours, body: '{"id":12345678901234567890}', signature: "v1,1vFOhtUT99rlLaYCaJw8GUxQl2hwV+EJ6qd/GeZmp2Q=" },
  { ...ours, body: '{"a":1,"a":2}', signature: "v1,KkPHGez1AWHR1T2EaNQGW/dB+AN7IJEHFw84HQ2Btlc=" },
  { ...ours, body: '{ "b":1, "a":2 }\n', signature: "v1,IddkzQQ43CSLmPdBqlGYSswPqmR1OUaBGGzpG2daWdc=" },
  { ...ours, body: '{"t":"žluťoučký 🐴"}', signature: "v1,AdG/BvkYe22SIze8gM8TTctXhPybYGzummL+uoP7R4k=" },
  { ...ours, body: '{"a":"x\\u0000y"}', signature: "v1,eCV8tdIrJJ838MUrmn+1Kja3dXmOGwkVVINKXOneCqU=" },
  {
    secret: secretB,
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
];
