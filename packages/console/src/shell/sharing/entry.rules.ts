/** The script with which a page of the console begins: its name changes with what is in it. Null where there is none. */
export const entryScript = (html: string): string | null =>
  /<script[^>]*\ssrc="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? null
