export { default, generateMetadata } from '#app/forbidden.tsx';
