export { SignInForm } from "./components/sign-in-form.tsx";
export { SignUpForm } from "./components/sign-up-form.tsx";
