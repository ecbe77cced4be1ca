/** The address that opens registration with an invitation code filled in. */
export function invitationLink(origin: string, code: string): string {
  const link = new URL("/register", origin);
  link.searchParams.set("invite", code);
  return link.href;
}
