/** What a caller may: 0 nothing that needs a login, 1 a user's part, 2 all. */
export type Level = 0 | 1 | 2
