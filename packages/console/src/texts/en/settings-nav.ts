export const settingsNav = {
  title: 'Settings',
  org: 'Organization',
  general: 'General',
  people: 'People',
  keys: 'API keys',
  api: 'API',
  integrations: 'Integrations',
  audit: 'Audit log',
  you: 'You',
  profile: 'Profile',
  security: 'Sign-in and sessions',
}
