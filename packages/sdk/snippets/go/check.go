package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	secrets := strings.Split(os.Getenv("WEBHOOK_SECRETS"), ",")
	if !IsGenuine(secrets, os.Getenv("WEBHOOK_ID"), os.Getenv("WEBHOOK_TIMESTAMP"), os.Getenv("WEBHOOK_SIGNATURE"), body) {
		fmt.Println("refused")
		os.Exit(1)
	}
	fmt.Println("genuine")
}
