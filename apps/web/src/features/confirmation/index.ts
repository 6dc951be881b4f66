export { ConfirmSelf } from "./components/confirm-self.tsx";
