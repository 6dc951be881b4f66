/** The command that posts a first event. @param publicUrl without a slash at its end @param key an API key, or what stands for one */
export const postEventCurl = (publicUrl: string, key: string): string => `curl -X POST ${publicUrl}/v1/events \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"type":"order.paid","payload":{"order":1042,"total":"19.90"}}'`;
