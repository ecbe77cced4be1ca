/** The address that opens registration with an invitation code filled in. */
export function invitationLink(origin: string, code: string): string {
  const link = new URL("/register", origin);
  link.searchParams.set("invite", code);
  return link.href;
}

/** Whether the name leads to the device itself, so that nobody else can open it. */
export function isOnThisMachine(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
