export { AccountPage } from "./components/account-page.tsx";
export { AccountShell } from "./components/account-shell.tsx";
