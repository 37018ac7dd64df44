/** Opens the joined account. A reload clears the data of another account, and the token, from memory. */
export const enterAccount = (): void => window.location.assign('/app/inbox');
