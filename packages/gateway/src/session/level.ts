/** Rights of a caller: 0 nothing that requires a login, 1 those of the user, 2 all. */
export type Level = 0 | 1 | 2
