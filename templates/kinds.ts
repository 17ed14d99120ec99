/** Device types. Separate from the template files, so that browsers can load it. */
export const templateKinds = ['meter', 'inverter', 'drive', 'controller', 'generator', 'io', 'sensor', 'other'] as const
export type TemplateKind = (typeof templateKinds)[number]
