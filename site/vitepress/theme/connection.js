import { reactive } from 'vue'

/** Where a form's requests go: the same for all of them while the site is open. Secrets are kept in the page alone, and are gone with it. */
export const connection = reactive({ address: '', way: 'token', token: '', apiKey: '', password: '' })
