/** What a family is for. Apart from the files, so that a browser can have it. */
export const templateKinds = ['meter', 'inverter', 'drive', 'controller', 'generator', 'io', 'sensor', 'other'] as const
export type TemplateKind = (typeof templateKinds)[number]
