/** The id of the running build; the build writes it here once the id is known. */
export const buildId: string = "__GODWIT_BUILD_ID__";
