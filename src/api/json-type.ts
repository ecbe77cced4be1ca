/** Whether an answer says that it is JSON, as every answer of the contract does. */
export function isJson(headers: Headers): boolean {
  return /^application\/([\w.+-]+\+)?json\b/i.test(headers.get("content-type") ?? "");
}
