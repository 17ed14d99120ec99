/** What a field for a slug lets through, as the service does. */
export const slugRules = {
  required: true,
  maxLength: 60,
  pattern: '[a-z0-9]([a-z0-9_\\-]*[a-z0-9])?',
  autoCapitalize: 'none',
  autoComplete: 'off',
  spellCheck: false,
} as const
